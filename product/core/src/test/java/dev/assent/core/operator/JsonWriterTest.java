package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class JsonWriterTest {
    @Test
    void objectsArraysAndValuesAreSeparatedAndIndented() {
        String json = new JsonWriter()
                .beginObject()
                .field("text", "a")
                .field("none", (String) null)
                .field("number", -7)
                .field("is", true)
                .field("list", List.of("x", "y"))
                .field("empty", List.of())
                .beginArray("objects")
                .beginElement()
                .endObject()
                .beginElement()
                .field("deep", 1)
                .endObject()
                .endArray()
                .endObject()
                .toString();
        assertThat(json.replaceAll("\\s", ""))
                .isEqualTo("{\"text\":\"a\",\"none\":null,\"number\":-7,\"is\":true,\"list\":[\"x\",\"y\"],"
                        + "\"empty\":[],\"objects\":[{},{\"deep\":1}]}");
        assertThat(json).startsWith("{\n  \"text\": \"a\",\n").endsWith("\n}");
    }

    @Test
    void whatJsonDoesNotAllowInStringsIsEscaped() {
        String json = new JsonWriter()
                .beginObject()
                .field("a\"b", "quote \" slash \\ line \n\r tab \t bell \u0007 umlaut \u00fc smile \ud83d\ude00")
                .endObject()
                .toString();
        assertThat(json)
                .contains("\"a\\\"b\": ")
                .contains("quote \\\" slash \\\\ line \\n\\r tab \\t bell \\u0007 umlaut \u00fc")
                .contains("smile \\ud83d\\ude00\"");
    }
}
