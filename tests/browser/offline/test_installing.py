"""The browser's requirements for offering to install a site."""

import json

import pytest


@pytest.mark.chromium
@pytest.mark.trial
def test_web_app_manifest_is_valid_and_its_images_exist(cached_visitors, host, origin, first_build):
    page = cached_visitors("phone").new_page()
    page.goto("/")
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert client.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )  # as every context of Playwright is
    shown = json.loads(manifest["data"])
    for picture in shown["icons"] + shown["screenshots"]:
        answer = page.request.get(f"{origin}/{picture['src']}")
        assert answer.status == 200 and answer.headers["content-type"] == picture["type"]
        if picture["sizes"] != "any":
            assert (
                page.evaluate(
                    """async (src) => {
                const image = new Image();
                image.src = src;
                await image.decode();
                return `${image.width}x${image.height}`;
            }""",
                    "/" + picture["src"],
                )
                == picture["sizes"]
            )
    assert {picture["purpose"] for picture in shown["icons"]} == {"any", "maskable"}
    assert {picture["form_factor"] for picture in shown["screenshots"]} == {"narrow", "wide"}
    calculators = [
        path.parent.relative_to(first_build).as_posix() + "/" for path in first_build.glob("*/calc/index.html")
    ]
    assert [each["url"] for each in shown["shortcuts"]] == ["./#last", *sorted(calculators)]
    assert not shown["start_url"].startswith(("/", "http")) and not shown["scope"].startswith(("/", "http"))
    page.close()
