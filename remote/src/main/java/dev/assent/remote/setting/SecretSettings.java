package dev.assent.remote.setting;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.SettingKey;
import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.adapter.UnreadFile;
import dev.assent.remote.transport.TransportOwner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The settings by which a transport is told the secret that seals its references (law 22). Immutable and safe to share.
 *
 * @param <K> all settings of the transport
 * @param file where it is
 * @param listen where the transport listens; empty for a client, whose references need not outlive it
 * @param name of the file beside the log of a node that listens, when it is not told another
 */
public record SecretSettings<K extends Enum<K> & SettingKey>(K file, K listen, String name) {
    /**
     * The secret.
     *
     * @param unread says which file can't be used, by which setting, and why
     * @throws IllegalArgumentException when a node listens that has no place for it
     * @throws IllegalStateException when the file can't be read or made; it has that message
     */
    public SigningSecret read(SettingValues<K> values, TransportOwner owner, UnreadFile unread) {
        boolean isListening = !values.get(listen).isEmpty();
        String path = path(values, owner, isListening);
        if (path.isEmpty()) {
            if (owner.life() != null && isListening) {
                throw new IllegalArgumentException(MESSAGES.settingRefused(
                        values.key(file), "", "a path, since '" + values.key(listen) + "' is set"));
            }
            return SigningSecret.ofThisLife();
        }
        try {
            return SigningSecret.ofFile(Path.of(path));
        } catch (IOException failed) {
            throw new IllegalStateException(unread.text(path, values.key(file), failed), failed);
        }
    }

    private String path(SettingValues<K> values, TransportOwner owner, boolean isListening) {
        String told = values.get(file);
        Path folder = owner.folder();
        return told.isEmpty() && folder != null && isListening
                ? folder.resolve(name).toString()
                : told;
    }
}
