/** Pooled XA sessions of message brokers that have a {@link jakarta.jms.XAConnectionFactory}. */
@NullMarked
package dev.assent.resources.jms;

import org.jspecify.annotations.NullMarked;
