package dev.assent.remote.setting;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.SettingKey;
import dev.assent.core.SettingValues;
import dev.assent.core.adapter.KeyFiles;

/**
 * The settings of a transport's keys and trusted certificates. The transport uses TLS if the key store is set.
 * Immutable and safe to share.
 *
 * @param <K> all settings of the transport
 * @param keyStore the file with the transport's key
 * @param trustStore the file with the certificates that the transport trusts
 */
public record KeySettings<K extends Enum<K> & SettingKey>(
        K keyStore, K keyStorePassword, K trustStore, K trustStorePassword) {
    /** Whether connections are protected. */
    public boolean isProtected(SettingValues<K> values) {
        return !values.get(keyStore).isEmpty();
    }

    /**
     * Checks that the settings fit together.
     *
     * @throws IllegalArgumentException if they don't
     */
    public void check(SettingValues<K> values) {
        if (isProtected(values) && values.get(trustStore).isEmpty()) {
            throw new IllegalArgumentException(MESSAGES.settingRefused(
                    values.key(trustStore), "", "a path, since '" + values.key(keyStore) + "' is set"));
        }
    }

    /** The named files. */
    public KeyFiles files(SettingValues<K> values) {
        return new KeyFiles(store(values, keyStore, keyStorePassword), store(values, trustStore, trustStorePassword));
    }

    private KeyFiles.Store store(SettingValues<K> values, K file, K password) {
        return new KeyFiles.Store(values.key(file), values.get(file), values.get(password));
    }
}
