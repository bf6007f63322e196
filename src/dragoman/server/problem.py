"""Errors as RFC 9457 problems, with the ids of the request and the job."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from dragoman import telemetry
from dragoman.app.desk import ClosedQuestionError
from dragoman.errors import (
    DocumentError,
    DragomanError,
    InputTooLargeError,
    MissingExtraError,
    StoreError,
    UnknownNameError,
    UsageError,
)
from dragoman.jobs.errors import EndedJobError, IdempotencyKeyError, QueueFullError, ReplyConflictError
from dragoman.models.errors import ModelError, NoModelError
from dragoman.server.errors import AccessError, BodyTooLargeError
from dragoman.server.openai_wire import COMPLETIONS, error_record

MEDIA_TYPE = "application/problem+json"
STATUSES: tuple[tuple[type[DragomanError], int], ...] = (  # the first that fits counts
    (QueueFullError, 429),
    (ClosedQuestionError, 409),
    (ReplyConflictError, 409),
    (IdempotencyKeyError, 409),
    (EndedJobError, 409),
    (UnknownNameError, 404),
    (InputTooLargeError, 413),
    (UsageError, 422),
    (DocumentError, 422),
    (StoreError, 503),
    (MissingExtraError, 501),
    (NoModelError, 409),
    (ModelError, 502),
    (DragomanError, 500),
)


def status_of(error: DragomanError) -> int:
    """Return the HTTP status for an error of ours."""
    if isinstance(error, AccessError):
        return error.status
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def problem(status: int, code: str, detail: str, *, scope: Mapping[str, Any], more: Mapping[str, Any]) -> Response:
    """Return a problem; `more` adds members such as the remedy. Where OpenAI's protocol is spoken, return its error."""
    if scope.get("path") == COMPLETIONS:
        status = 400 if status == 422 else status
        return JSONResponse(error_record(status, code, detail, remedy=str(more.get("remedy", ""))), status_code=status)
    record = {
        "type": f"urn:dragoman:error:{code}",
        "title": code.replace("-", " "),
        "status": status,
        "detail": detail,
        "code": code,
        "instance": scope.get("path", ""),
        "request": scope.get("state", {}).get("request_id", ""),
        "job": scope.get("path_params", {}).get("job"),
    }
    return JSONResponse(record | dict(more), status_code=status, media_type=MEDIA_TYPE)


def problem_of(error: DragomanError, scope: Mapping[str, Any]) -> Response:
    """Return the problem of an error of ours, with place and remedy."""
    more: dict[str, Any] = {"remedy": error.remedy}
    if error.where and not isinstance(error, StoreError):  # where the state lies is nobody else's business
        more["where"] = str(error.where)
    response = problem(status_of(error), error.code, error.problem, scope=scope, more=more)
    if isinstance(error, QueueFullError):
        response.headers["Retry-After"] = f"{error.retry_after.total_seconds():.0f}"
    if isinstance(error, AccessError) and error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def add_problems(app: FastAPI) -> None:
    """Let every error of the application end as a problem."""
    app.add_exception_handler(DragomanError, _ours)
    app.add_exception_handler(RequestValidationError, _wrong_shape)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _fault)


async def _ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, DragomanError)  # noqa: S101  # registered for this class only
    return problem_of(error, request.scope)


async def _wrong_shape(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # registered for this class only
    errors = [{"place": ".".join(map(str, one["loc"])), "problem": one["msg"]} for one in error.errors()]
    detail = "; ".join(f"{one['place']}: {one['problem']}" for one in errors)
    return problem(422, "request", detail, scope=request.scope, more={"errors": errors, "remedy": "See /openapi.json."})


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # registered for this class only
    code = {404: "no-such-address", 405: "method", 413: BodyTooLargeError.code}.get(error.status_code, "request")
    response = problem(
        error.status_code, code, error.detail, scope=request.scope, more={"remedy": "See /openapi.json."}
    )
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    telemetry.record("server.fault", error=type(error).__name__)
    request.app.state.served.keep_fault(error)
    detail = f"something went wrong inside Dragoman ({type(error).__name__}); this is our fault"
    return problem(500, "fault", detail, scope=request.scope, more={"remedy": "Try again; if it stays, report it."})
