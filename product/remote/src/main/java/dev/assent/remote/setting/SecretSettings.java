package dev.assent.remote.setting;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.SettingKey;
import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.adapter.UnreadFile;
import dev.assent.remote.transport.TransportOwner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The settings of the secret that seals a transport's references (law 22). Immutable and safe to share.
 *
 * @param <K> all settings of the transport
 * @param file the file with the secret
 * @param listen where the transport listens; empty for a client, whose references need not outlive it
 * @param name the file's default name, beside the log of a node that listens
 */
public record SecretSettings<K extends Enum<K> & SettingKey>(K file, K listen, String name) {
    /**
     * The secret.
     *
     * @param unread makes the message for a file that can't be used, with its setting and the cause
     * @throws IllegalArgumentException if a node listens and has no place for the secret
     * @throws IllegalStateException if the file can't be read or made, with that message
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
