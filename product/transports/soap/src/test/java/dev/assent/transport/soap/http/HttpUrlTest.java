package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class HttpUrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080/a/b, http://127.0.0.1:8080/a/b, soap://127.0.0.1:8080/a/b",
        "http://localhost, http://localhost:80/, soap://localhost:80/",
        "HTTP://Host:1?q=1, http://Host:1/?q=1, soap://Host:1/?q=1",
        "http://[::1]:8080/a%20b, http://[::1]:8080/a%20b, soap://[::1]:8080/a%20b",
        "https://host, https://host:443/, soap+https://host:443/",
        "https://127.0.0.1:8443/a, https://127.0.0.1:8443/a, soap+https://127.0.0.1:8443/a"
    })
    void aPlaceIsCalledByThePartsThatAreAsked(String url, String called, String asked) {
        assertThat(HttpUrl.of(url).url()).isEqualTo(called);
        assertThat(HttpUrl.of(url).address()).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/a",
                "ftp://host/a",
                "https:///a",
                "http:///a",
                "http:host",
                "http://127.0.0.1:80@evil/",
                "http://user@host/",
                "http://host:0/",
                "http://host:70000/",
                "http://host:-1/",
                "http://host/a#b",
                "http://ho st/",
                "http://host/a\r\nX: y",
                "http://under_score/",
                "http://www.w3.org\\@evil/"
            })
    void whatIsNoPlaceIsRefused(String url) {
        assertThatThrownBy(() -> HttpUrl.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8609");
    }

    @Test
    void aMediaTypeHasItsParameters() {
        assertThat(MediaType.of("Application/SOAP+xml; Charset=\"utf-8\"; action=\"urn:a;b\""))
                .isEqualTo(new MediaType("application/soap+xml", Map.of("charset", "utf-8", "action", "urn:a;b")));
        assertThat(MediaType.of("text/xml")).isEqualTo(new MediaType("text/xml", Map.of()));
        assertThat(MediaType.of("").name()).isEmpty();
        assertThat(MediaType.of(";;=").charset()).isEmpty();
    }
}
