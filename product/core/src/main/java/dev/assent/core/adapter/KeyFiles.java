package dev.assent.core.adapter;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key files (PKCS #12, RFC 7292) that the settings of a transport name: one with the key and certificate of this
 * process, one with the certificates that it trusts. Immutable.
 */
public record KeyFiles(Store own, Store trusted) {
    /**
     * A file.
     *
     * @param key of the setting that names it
     * @param password of the file, and of the key in it
     */
    public record Store(String key, String file, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return key + " = " + file;
        }
    }

    /**
     * Reads them into an SSLContext for TLS.
     *
     * @param unread makes the message that names the unusable file, its setting and the reason
     * @throws IllegalStateException if one of them can't be used; it has that message
     */
    public SSLContext read(UnreadFile unread) {
        KeyStore ownKeys = read(own, unread);
        KeyStore trustedKeys = read(trusted, unread);
        char[] password = own.password.toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(ownKeys, password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trustedKeys);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw failed(own, unread, unusable);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static KeyStore read(Store file, UnreadFile unread) {
        char[] password = file.password.toCharArray();
        try (InputStream in = Files.newInputStream(Path.of(file.file))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
            throw failed(file, unread, unreadable);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static IllegalStateException failed(Store file, UnreadFile unread, Exception cause) {
        return new IllegalStateException(unread.text(file.file, file.key, cause), cause);
    }
}
