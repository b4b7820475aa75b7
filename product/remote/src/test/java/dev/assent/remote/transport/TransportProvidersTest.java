package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wires are found on the class path, one for each scheme. */
@Fast
class TransportProvidersTest {
    @TempDir
    Path folder;

    /** A wire that makes nothing. */
    public static class Pigeon implements TransportProvider {
        @Override
        public String scheme() {
            return "pigeon";
        }

        @Override
        public List<Key> keys() {
            return List.of();
        }

        @Override
        public Opening configure(String name, String listen, Map<String, String> settings) {
            throw new IllegalArgumentException(name);
        }
    }

    /** Another with its scheme. */
    public static final class OtherPigeon extends Pigeon {}

    private TransportProviders found(Class<?>... providers) throws IOException {
        Path file = folder.resolve("META-INF/services/" + TransportProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(providers).stream().map(Class::getName).toList());
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            current.setContextClassLoader(loader);
            return TransportProviders.found();
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void aVariantOfASchemeIsOfItsWire() throws IOException {
        TransportProviders providers = found(Pigeon.class);
        assertThat(providers.of("pigeon://roof")).isInstanceOf(Pigeon.class);
        assertThat(providers.of("Pigeon+Fast://roof")).isSameAs(providers.of("pigeon:"));
        assertThatThrownBy(() -> providers.of("dove+pigeon://roof"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-8002", "'dove+pigeon'", "here are: pigeon", "assent-transport-dove");
    }

    @Test
    void twoWiresOfOneSchemeAreRefused() {
        assertThatThrownBy(() -> found(Pigeon.class, OtherPigeon.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "ASSENT-8005", "'pigeon'", Pigeon.class.getName() + " ", OtherPigeon.class.getName());
    }
}
