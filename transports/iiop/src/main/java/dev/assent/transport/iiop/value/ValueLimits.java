package dev.assent.transport.iiop.value;

/**
 * How much one message may carry, whichever way. Immutable.
 *
 * @param bytesMax how many bytes the values of a message may take
 * @param depthMax how deeply values may be nested
 */
public record ValueLimits(int bytesMax, int depthMax) {}
