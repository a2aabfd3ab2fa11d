"""Notification settings of the server, read from environment variables with the prefix ``YUREI_``.

There are no command-line options for them: every user of the machine could read passwords in the list of processes.
"""

from email.errors import MessageError
from email.headerregistry import Address
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from yurei.apps.web.address import PublicUrl
from yurei.apps.web.settings import what_is_wrong
from yurei.errors import BadValue
from yurei.rules.points import shortened


class OutsideSettings(BaseSettings):
    """Settings of outgoing connections: push services, and a mail server."""

    model_config = SettingsConfigDict(env_prefix="YUREI_")

    push_local: bool = Field(
        False, description="Whether push services may be on this machine or its network, on any port."
    )
    push_services: str = Field(
        "",
        description="Further push services, by host name, separated by commas: `push.example`, `*.push.example`; `*` for any.",
    )
    smtp_host: str = Field("", description="Mail server; without one no e-mails are sent.")
    smtp_port: int = Field(587, description="Port of the mail server.", ge=1, le=65535)
    smtp_user: str = Field("", description="User name at the mail server; empty for no login.")
    smtp_password: SecretStr = Field(SecretStr(""), description="Password at the mail server.")
    smtp_from: str = Field("", description="Sender of the e-mails: yurei@go.example.")
    smtp_tls: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="`starttls`, `tls` from the first byte on (port 465), or `none`."
    )

    @property
    def services(self) -> list[str]:
        """Names of further push services."""
        return self.push_services.lower().replace(",", " ").split()


def outside_settings(public: PublicUrl | None, **chosen: Any) -> OutsideSettings:
    """Return the settings of the environment."""
    try:
        found = OutsideSettings(**chosen)
    except ValidationError as error:
        raise what_is_wrong(error) from None
    if found.smtp_host:
        if public is None:
            raise BadValue("YUREI_SMTP_HOST needs --public-url: mails have links in them, which have to lead here")
        try:
            Address(addr_spec=found.smtp_from)
        except (ValueError, IndexError, MessageError):
            raise BadValue(
                f"YUREI_SMTP_FROM is {shortened(found.smtp_from)}: give a mail address such as yurei@go.example"
            ) from None
    return found
