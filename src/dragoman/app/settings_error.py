"""The error of every setting."""

from dragoman.errors import UsageError


class SettingsError(UsageError):
    """An environment variable of ours has a value that means nothing."""

    code = "settings"
