package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.iiop.WrittenIor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms that CORBA has for addresses of objects. */
@Fast
class ObjectUrlTest {
    private static final String IOR =
            new WrittenIor("IDL:a:1.0").at("127.0.0.1", 3528, new byte[] {1}).toString();

    @TempDir
    private Path folder;

    @Test
    void aReferenceStandsBehindThePlaceThatItLeadsTo() {
        assertThat(ObjectUrl.inOwnForm(IOR)).isEqualTo("iiop://127.0.0.1:3528/" + IOR);
        assertThat(ObjectUrl.find(IOR)).isEqualTo(new ObjectUrl.Found(IOR, null));
    }

    @Test
    void aFileHasOne() throws Exception {
        Path file = Files.writeString(folder.resolve("object.ior"), IOR + "\n");
        assertThat(ObjectUrl.inOwnForm(file.toUri().toString())).isEqualTo("iiop://127.0.0.1:3528/" + IOR);
    }

    private static ObjectUrl.Found find(String url) {
        String own = ObjectUrl.inOwnForm(url);
        assertThat(own).startsWith("iiop://127.0.0.1:3528/corba");
        return ObjectUrl.find(own.substring(own.lastIndexOf('/') + 1));
    }

    private static ObjectUrl.Found found(String key, String name) {
        return new ObjectUrl.Found(
                new WrittenIor("")
                        .at("127.0.0.1", 3528, key.getBytes(StandardCharsets.ISO_8859_1))
                        .toString(),
                name);
    }

    @Test
    void aUrlKeepsWhatItNames() {
        assertThat(find("corbaloc::127.0.0.1:3528/a/b")).isEqualTo(found("a/b", null));
        assertThat(find("corbaloc:iiop:1.2@127.0.0.1:3528/%00%af%25")).isEqualTo(found("\0\u00af%", null));
        assertThat(find("corbaname:iiop:1.2@127.0.0.1:3528/Names#x/y.kind")).isEqualTo(found("Names", "x/y.kind"));
        assertThat(find("corbaname::127.0.0.1:3528#a%20b")).isEqualTo(found("NameService", "a b"));
        assertThat(ObjectUrl.inOwnForm("corbaloc::host/a")).startsWith("iiop://host:2809/");
    }

    @Test
    void aUrlOfAnOldVersionHasNoComponents() throws Exception {
        String reference = find("corbaloc:iiop:1.0@127.0.0.1:3528/a").reference();
        assertThat(Ior.parse(reference).place().toString()).isEqualTo("127.0.0.1:3528");
        assertThat(reference).hasSizeLessThan(found("a", null).reference().length());
    }

    /** A reader of the message can't act for the process that has the reference (law 22). */
    @Test
    void aRefusalShowsNoReference() throws Exception {
        String key = IOR.substring(4);
        Path file = Files.writeString(folder.resolve("damaged.ior"), IOR + "0");
        for (String damaged : new String[] {
            IOR + "0",
            IOR + "/",
            "corbaloc::a:1/" + key + "#b",
            "corbaloc::a:1,:b:2/" + key,
            "corbaname::a:1/" + key + "%x",
            file.toUri().toString()
        }) {
            assertThatThrownBy(() -> ObjectUrl.inOwnForm(damaged))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ASSENT-8200")
                    .hasMessageNotContaining(key);
        }
    }

    @Test
    void whatIsNoneIsRefused() {
        for (String none : new String[] {
            "IOR:00",
            "corbaloc::a:1,:b:2/x",
            "corbaloc:rir:/x",
            "file:///nowhere/at.all",
            "corbaname:",
            "corbaloc::a:1/%x",
            "corbaloc::a:1/b#c"
        }) {
            assertThatThrownBy(() -> ObjectUrl.inOwnForm(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8200", "'" + ShownAddress.of(none));
        }
        assertThat(ObjectUrl.inOwnForm("native://127.0.0.1:1/a")).isNull();
        assertThat(ObjectUrl.find("account")).isNull();
    }
}
