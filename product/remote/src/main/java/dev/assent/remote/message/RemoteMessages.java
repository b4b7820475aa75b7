package dev.assent.remote.message;

import dev.assent.core.message.Catalogue;

/** All messages of remote, by theme; see {@link Catalogue}. */
public interface RemoteMessages extends CallMessages, PeerMessages {
    /** Their one instance. */
    RemoteMessages MESSAGES = Catalogue.of(RemoteMessages.class);
}
