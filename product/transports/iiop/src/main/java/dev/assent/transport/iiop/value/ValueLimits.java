package dev.assent.transport.iiop.value;

/**
 * Limits of one message, in both directions. Immutable.
 *
 * @param bytesMax how many bytes the values of a message may take
 * @param depthMax how deeply values may be nested
 */
public record ValueLimits(int bytesMax, int depthMax) {}
