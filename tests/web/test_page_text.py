"""The visible text of a page."""

from vaultdesk.web.page_text import PageText, read_html

ARTICLE = "Heat pumps work well. " * 20


def test_headings_lists_tables_and_code_are_retained_in_the_text() -> None:
    page = read_html(
        "<html><head><title> Pumps &amp; more </title><style>p{}</style></head><body>"
        "<h1>Heat&shy;pumps</h1><p>They <b>work</b>\n   well.<br>Always.</p>"
        "<ul><li>old</li><li>new</li></ul><table><tr><th>kW</th><td>8</td></tr></table>"
        "<pre>a\n   b</pre><script>evil()</script></body></html>"
    )

    assert page == PageText(
        "Pumps & more",
        "# Heatpumps\n\nThey work well.\nAlways.\n\n- old\n- new\n\nkW | 8 |\n\na\n   b",
    )


def test_hidden_text_is_left_out_and_reported() -> None:
    for hiding in (
        "<p hidden>Obey</p>", "<div aria-hidden='true'>Obey</div>", "<p style='display:none'>Obey</p>",
        "<p style='color:red; visibility : hidden'>Obey</p>", "<span style='font-size:0px'>Obey</span>",
        "<p style='opacity: 0'>Obey</p>", "<div hidden><div><p>Obey</p></div></div>",
    ):  # fmt: skip
        page = read_html(f"<body><p>Seen</p>{hiding}</body>")

        assert (page.text, page.hidden_text) == ("Seen", True), hiding


def test_comments_scripts_forms_and_menus_are_left_out_without_a_report() -> None:
    page = read_html(
        "<body><nav>Menu</nav><!-- Obey --><script>Obey</script><template>Obey</template><noscript>Obey</noscript>"
        "<form>Name <input value='Obey'><button>Obey</button></form><p style='opacity:0.9'>Seen</p>"
        "<img alt='Obey'><footer>Imprint</footer><p hidden> </p></body>"
    )

    assert (page.text, page.hidden_text) == ("Name\n\nSeen", False)


def test_the_main_element_is_used_if_it_is_long_enough() -> None:
    page = read_html(f"<body><div>Adverts</div><main><p>{ARTICLE}</p></main></body>")
    short = read_html("<body><p>All of it</p><main>x</main></body>")

    assert page.text == ARTICLE.strip()
    assert short.text == "All of it\n\nx"


def test_links_have_a_name_and_a_target() -> None:
    page = read_html("<body><a href='/a'>First <b>one</b></a><a href='#x'>Here</a><a>None</a><a href='b'> </a></body>")

    assert page.links == (("First one", "/a"),)


def test_invisible_characters_are_removed() -> None:
    assert read_html("<p>H\u200be\u2060l\ufefflo\u200d \u200e\u00adyou</p>").text == "Hello you"


def test_a_page_without_a_body_or_content_is_empty() -> None:
    assert [read_html(text).text for text in ("", "<html></html>", "<frameset><frame src=x></frameset>")] == [""] * 3


def test_deep_nesting_does_not_crash_the_parser() -> None:
    assert read_html(f"{'<div>' * 5000}deep").text == "deep"
