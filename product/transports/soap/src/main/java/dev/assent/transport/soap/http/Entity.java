package dev.assent.transport.soap.http;

import java.util.Arrays;

/** A body with its type. Immutable: nobody changes the bytes. */
public final class Entity {
    private final String contentType;
    private final byte[] bytes;

    /**
     * A body.
     *
     * @param contentType the value of its header Content-Type
     * @param bytes not copied
     */
    public Entity(String contentType, byte[] bytes) {
        this.contentType = contentType;
        this.bytes = bytes;
    }

    /** The value of its header Content-Type. */
    public String contentType() {
        return contentType;
    }

    /** Its bytes, not copied. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Entity that && contentType.equals(that.contentType) && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes of " + contentType;
    }
}
