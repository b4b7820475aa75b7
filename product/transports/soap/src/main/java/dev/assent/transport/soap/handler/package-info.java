/**
 * Handlers that let applications on any stack of Jakarta XML Web Services (JAX-WS) take part in transactions of this
 * node. Only they need its API, {@code jakarta.xml.ws-api}, on the class path.
 */
@NullMarked
package dev.assent.transport.soap.handler;

import org.jspecify.annotations.NullMarked;
