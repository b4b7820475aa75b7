package dev.assent.transport.nativewire;

import dev.assent.core.message.Message;
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

/** Reads the files with the key of this process, and with those that it trusts. */
final class KeyFiles {
    private KeyFiles() {}

    /** What TLS is made of; throws an IllegalStateException that names the file and the setting. */
    static SSLContext read(NativeConfig config) {
        KeyStore own = read(config, NativeSetting.KEY_STORE, NativeSetting.KEY_STORE_PASSWORD);
        KeyStore trusted = read(config, NativeSetting.TRUST_STORE, NativeSetting.TRUST_STORE_PASSWORD);
        char[] password = config.get(NativeSetting.KEY_STORE_PASSWORD).toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw unread(config, NativeSetting.KEY_STORE, unusable);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static KeyStore read(NativeConfig config, NativeSetting file, NativeSetting passwordOf) {
        char[] password = config.get(passwordOf).toCharArray();
        try (InputStream in = Files.newInputStream(Path.of(config.get(file)))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
            throw unread(config, file, unreadable);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static IllegalStateException unread(NativeConfig config, NativeSetting file, Exception cause) {
        return new IllegalStateException(
                Message.NATIVE_KEYS_UNREAD.text(config.get(file), config.key(file), cause), cause);
    }
}
