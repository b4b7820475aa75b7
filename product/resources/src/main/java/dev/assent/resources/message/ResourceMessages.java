package dev.assent.resources.message;

import dev.assent.core.message.Catalogue;

/** All messages of resources, by theme; see {@link Catalogue}. */
public interface ResourceMessages extends PoolMessages, NodeMessages, JmsMessages {
    /** The only instance. */
    ResourceMessages MESSAGES = Catalogue.of(ResourceMessages.class);
}
