"""Signing in: the token, once, for a cookie that no script can read."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from dragoman.server.errors import TokenError
from dragoman.server.guard import COOKIE, SESSION, digest, is_same
from dragoman.server.schema import SessionSchema
from dragoman.server.served import Here

router = APIRouter(tags=["session"])


@router.post(SESSION, status_code=204)
def sign_in(body: SessionSchema, here: Here, request: Request) -> Response:
    """Let this browser in until it is closed. A server without a token lets everybody of this machine in anyway."""
    response = Response(status_code=204)
    if here.token is None:
        return response
    if not is_same(body.token, here.token):
        raise TokenError
    is_secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, digest(here.token), httponly=True, samesite="strict", secure=is_secure, path="/")
    return response


@router.delete(SESSION, status_code=204)
def sign_out() -> Response:
    """Forget the cookie."""
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response
