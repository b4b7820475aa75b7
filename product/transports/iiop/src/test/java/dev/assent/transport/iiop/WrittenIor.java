package dev.assent.transport.iiop;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** References as peers write them, and as nobody should. */
public final class WrittenIor {
    public static final int TAG_ALTERNATE_IIOP_ADDRESS = 3;
    public static final int TAG_MULTIPLE_COMPONENTS = 1;

    private final String typeId;
    private final List<byte[]> profiles = new ArrayList<>();
    private final List<Integer> tags = new ArrayList<>();

    public WrittenIor(String typeId) {
        this.typeId = typeId;
    }

    public WrittenIor profile(int tag, byte[] data) {
        tags.add(tag);
        profiles.add(data);
        return this;
    }

    /** An IIOP 1.2 profile without components. */
    public WrittenIor at(String host, int port, byte[] key) {
        return profile(0, iiop(host, port, key).ulong(0).toByteArray());
    }

    /** An IIOP 1.2 profile with one component. */
    public WrittenIor at(String host, int port, byte[] key, int tag, byte[] component) {
        return profile(
                0, iiop(host, port, key).ulong(1).ulong(tag).octets(component).toByteArray());
    }

    private static WrittenCdr iiop(String host, int port, byte[] key) {
        return new WrittenCdr().octet(1).octet(2).string(host).ushort(port).octets(key);
    }

    /** As part of something larger. */
    public WrittenCdr writeTo(WrittenCdr out) {
        out.string(typeId).ulong(profiles.size());
        for (int i = 0; i < profiles.size(); i++) {
            out.ulong(tags.get(i)).octets(profiles.get(i));
        }
        return out;
    }

    @Override
    public String toString() {
        return "IOR:" + HexFormat.of().formatHex(writeTo(new WrittenCdr()).toByteArray());
    }
}
