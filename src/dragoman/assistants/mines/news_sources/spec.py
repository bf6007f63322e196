"""The shape of `news.yaml`: which sources are asked for news."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from dragoman.errors import Source, SpecError
from dragoman.specs.spec import Spec

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\[\]【】]+$")]


class NewsSourceNameError(SpecError):
    """Two sources of news have one name."""

    code: ClassVar[str] = "news-source-name"

    def __init__(self, name: str, where: Source) -> None:
        super().__init__(f"another source is called {name!r} already", where=where, remedy="Give each its own name.")


class FeedPlaceError(SpecError):
    """A feed is given neither or both of a path and an address."""

    code: ClassVar[str] = "feed-place"

    def __init__(self, name: str, where: Source) -> None:
        super().__init__(
            f"the feed {name!r} needs either a path or a url",
            where=where,
            remedy='Write "url: https://…" for a feed on the web, "path: feed.xml" for a file.',
        )


class FolderSourceSpec(Spec):
    """Markdown files with front matter: title, published, source, company."""

    kind: Literal["folder"]
    name: Name
    path: str = Field(min_length=1)
    """Counts from the folder of this file."""


class FeedSourceSpec(Spec):
    """An RSS or Atom feed, on the web or in a file."""

    kind: Literal["feed"]
    name: Name
    url: str | None = None
    path: str | None = None
    companies: tuple[str, ...] = ()
    """Tickers of the companies that the whole feed is about; without them each entry is about whom it names."""
    refresh_minutes: int = Field(default=15, ge=1, le=1440)
    """How long a copy is used before the server is asked again."""


class TavilySourceSpec(Spec):
    """The Tavily search service; its key is TAVILY_API_KEY in the environment."""

    kind: Literal["tavily"]
    name: Name = "Tavily"
    prefix: str = Field(default="ASX mining", max_length=100)
    """Words that open every search."""


SourceSpec = Annotated[FolderSourceSpec | FeedSourceSpec | TavilySourceSpec, Field(discriminator="kind")]


class NewsSpec(Spec):
    """The file `news.yaml`."""

    sources: tuple[SourceSpec, ...] = Field(max_length=20)
    deadline_seconds: float = Field(default=10, gt=0, le=60)
    """How long all sources together may take; those that are not done by then are named in the answer."""


def check(spec: NewsSpec) -> NewsSpec:
    """Return the spec. Raises NewsSourceNameError, FeedPlaceError."""
    names: set[str] = set()
    for place, source in enumerate(spec.sources):
        if source.name in names:
            raise NewsSourceNameError(source.name, spec.where("sources", place))
        names.add(source.name)
        if isinstance(source, FeedSourceSpec) and (source.url is None) == (source.path is None):
            raise FeedPlaceError(source.name, spec.where("sources", place))
    return spec
