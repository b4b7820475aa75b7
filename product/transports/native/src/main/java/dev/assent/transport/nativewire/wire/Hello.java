package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The first frame of each side. Immutable.
 *
 * @param versionMin the oldest version it speaks; from the accepting side, the version of this connection
 * @param versionMax the newest version it speaks
 * @param isNode whether {@code who} is the life of a node; else it is the key of a client
 * @param who 24 bytes
 * @param limits what this side accepts
 * @param address the address at which others reach it; empty if it does not listen
 */
public record Hello(int versionMin, int versionMax, boolean isNode, NodeEpoch who, Limits limits, String address) {
    /** The only version. */
    public static final int VERSION = 2;

    /** The longest hello, so that a process that is not known yet can't send more. */
    public static final int BYTES_MAX = 512;

    /** The first four bytes after the kind, "ASNW". */
    public static final int MAGIC = 0x41534E57;

    private static final int ADDRESS_CHARS_MAX = 128;
    private static final int NAME_BYTES = 16;

    /**
     * What a side accepts.
     *
     * @param frameBytesMax the largest length of a frame
     * @param callsMax how many calls and questions may wait for answers
     * @param quietMillisMax after how long without a byte it asks for a sign of life, while it waits for answers
     */
    public record Limits(int frameBytesMax, int callsMax, int quietMillisMax) {
        /** The least value for the largest frame; every message without values fits into it. */
        public static final int FRAME_BYTES_MIN = 65_536;
    }

    /** Refuses an address that is too long for a hello. */
    public Hello {
        if (address.length() > ADDRESS_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "address '" + address + "' is not allowed; at most " + ADDRESS_CHARS_MAX + " characters are");
        }
    }

    /** The side that sent it, with its address under a scheme. */
    public Party party(String scheme) {
        return new Party(isNode ? who : null, address.isEmpty() ? scheme + ":" : address);
    }

    /** The node; null for a client. */
    public @Nullable NodeId node() {
        return isNode ? who.node() : null;
    }

    /**
     * The name of a client: a digest of its key, so that a reader of the name does not learn the key. It is as long as
     * the key, since rights depend on the name.
     */
    public String clientName() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(who.node().toString().getBytes(StandardCharsets.US_ASCII));
            return "client " + HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    /** The identity of a client: these bits are its key. */
    public static NodeEpoch ofClient(long high, long low) {
        return new NodeEpoch(new NodeId(high, low), 1, 0);
    }

    /** The version that both sides speak; 0 if there is none. */
    public static int versionOf(Hello opener) {
        return opener.versionMin <= VERSION && opener.versionMax >= VERSION ? VERSION : 0;
    }

    /** The frame of this hello. */
    public Frame frame() {
        WireOut out = new WireOut(FrameKind.HELLO).putInt(MAGIC);
        out.putByte(versionMin).putByte(versionMax).putByte(isNode ? 1 : 0).putLife(who);
        out.putInt(limits.frameBytesMax()).putInt(limits.callsMax()).putInt(limits.quietMillisMax());
        return out.putString(address).frame();
    }

    /** Reads a hello. */
    public static Hello read(WireIn in) throws WireException {
        int magic = in.takeInt("the magic number");
        if (magic != MAGIC) {
            throw new WireException("the magic number is " + Integer.toHexString(magic) + " in place of "
                    + Integer.toHexString(MAGIC) + ": this is not a native connection");
        }
        int versionMin = in.takeByte("the oldest version");
        int versionMax = in.takeByte("the newest version");
        boolean isNode = in.takeBoolean("whether it is a node");
        NodeEpoch who = in.takeLife("the identity");
        Limits limits = new Limits(
                in.takeInt("the largest frame"), in.takeInt("the most calls"), in.takeInt("the longest quiet"));
        if (limits.frameBytesMax() < Limits.FRAME_BYTES_MIN || limits.callsMax() < 1 || limits.quietMillisMax() < 1) {
            throw new WireException(limits + " are not allowed; " + Limits.FRAME_BYTES_MIN + ", 1 and 1 or more are");
        }
        String address = in.takeString("the address");
        if (address.length() > ADDRESS_CHARS_MAX) {
            throw new WireException("an address of " + address.length() + " characters is not allowed; at most "
                    + ADDRESS_CHARS_MAX + " are");
        }
        in.end("the hello");
        return new Hello(versionMin, versionMax, isNode, who, limits, address);
    }
}
