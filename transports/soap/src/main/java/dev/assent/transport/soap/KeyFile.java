package dev.assent.transport.soap;

import dev.assent.core.message.Message;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.reference.Keys;
import java.io.IOException;
import java.nio.file.Path;

/** Where the secret of a process is, by which the keys of its references are made. Pure functions. */
final class KeyFile {
    private static final String NAME = "soap.key";

    private KeyFile() {}

    /**
     * The keys of a process.
     *
     * @throws IllegalArgumentException when a node listens that has no place for them
     * @throws IllegalStateException when the file can't be read, or made
     */
    static Keys keys(SoapConfig config, TransportOwner owner) {
        String file = of(config, owner);
        if (file.isEmpty()) {
            if (owner.life() != null && config.host() != null) {
                throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                        config.key(SoapSetting.KEY_FILE),
                        "",
                        "a path, since '" + config.key(SoapSetting.LISTEN) + "' is set"));
            }
            return Keys.ofThisLife();
        }
        try {
            return Keys.ofFile(Path.of(file));
        } catch (IOException failed) {
            throw new IllegalStateException(
                    Message.SOAP_KEY_UNREAD.text(file, config.key(SoapSetting.KEY_FILE), failed), failed);
        }
    }

    /** Beside the log of a node that listens, unless it is told another. */
    private static String of(SoapConfig config, TransportOwner owner) {
        String told = config.get(SoapSetting.KEY_FILE);
        Path folder = owner.folder();
        return told.isEmpty() && folder != null && config.host() != null
                ? folder.resolve(NAME).toString()
                : told;
    }
}
