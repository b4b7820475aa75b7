package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextPackage.InvalidName;

@Fast
class StringNamesTest {
    @ParameterizedTest
    @CsvSource({
        "account, account|",
        "account.kind, account|kind",
        "a/b.c, a| b|c",
        ".kind, |kind",
        ".,|",
        "a\\.b\\/c\\\\d.e\\., a.b/c\\d|e.",
    })
    void aNameIsReadAndWritten(String text, String components) throws Exception {
        NameComponent[] name = StringNames.parse(text);
        assertThat(Arrays.stream(name).map(each -> each.id + "|" + each.kind))
                .containsExactly(components.split(" ", -1));
        assertThat(StringNames.write(name)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a//b", "a/", "a.", "a.b.c", "a\\", "a\\b"})
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> StringNames.parse(text)).isInstanceOf(InvalidName.class);
    }

    @Test
    void aNameOfNothingIsRefused() {
        assertThatThrownBy(() -> StringNames.write(new NameComponent[0])).isInstanceOf(InvalidName.class);
    }
}
