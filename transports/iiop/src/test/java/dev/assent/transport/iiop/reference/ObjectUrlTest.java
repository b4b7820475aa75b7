package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.transport.iiop.WrittenIor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms that CORBA has for addresses of objects. */
class ObjectUrlTest {
    private static final String IOR =
            new WrittenIor("IDL:a:1.0").at("127.0.0.1", 3528, new byte[] {1}).toString();

    @TempDir
    private Path folder;

    @Test
    void aReferenceStandsBehindThePlaceThatItLeadsTo() {
        assertThat(ObjectUrl.inOwnForm(IOR)).isEqualTo("iiop://127.0.0.1:3528/" + IOR);
        assertThat(ObjectUrl.reference(IOR)).isEqualTo(IOR);
    }

    @Test
    void aFileHasOne() throws Exception {
        Path file = Files.writeString(folder.resolve("object.ior"), IOR + "\n");
        assertThat(ObjectUrl.inOwnForm(file.toUri().toString())).isEqualTo("iiop://127.0.0.1:3528/" + IOR);
    }

    @Test
    void aUrlKeepsWhatItNames() {
        for (String url : new String[] {
            "corbaloc::127.0.0.1:3528/a/b",
            "corbaname:iiop:1.2@127.0.0.1:3528/NameService#x/y.kind",
            "corbaname::127.0.0.1:3528#a%20b"
        }) {
            String own = ObjectUrl.inOwnForm(url);
            assertThat(own).startsWith("iiop://127.0.0.1:3528/corba");
            assertThat(ObjectUrl.reference(own.substring(own.lastIndexOf('/') + 1)))
                    .isEqualTo(url);
        }
        assertThat(ObjectUrl.inOwnForm("corbaloc::host/a")).startsWith("iiop://host:2809/");
    }

    @Test
    void whatIsNoneIsRefused() {
        for (String none : new String[] {
            "IOR:00", "corbaloc::a:1,:b:2/x", "corbaloc:rir:/x", "file:///nowhere/at.all", "corbaname:"
        }) {
            assertThatThrownBy(() -> ObjectUrl.inOwnForm(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8200", none);
        }
        assertThat(ObjectUrl.inOwnForm("native://127.0.0.1:1/a")).isNull();
        assertThat(ObjectUrl.reference("account")).isNull();
    }
}
