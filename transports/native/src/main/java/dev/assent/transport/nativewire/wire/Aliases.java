package dev.assent.transport.nativewire.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that one connection names by numbers, so that a context that names a coordinator elsewhere stays small.
 * Who opens the connection gives the numbers, from 0, each before the first context that has it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Aliases {
    /** How many there are at most; further addresses are written out. */
    public static final int MAX = 256;

    private final List<String> addresses = new ArrayList<>();

    /** The number of an address; -1 when it has none. */
    public synchronized int find(String address) {
        return addresses.indexOf(address);
    }

    /** The address of a number; null when that is not given. */
    public synchronized @Nullable String get(int number) {
        return number < addresses.size() ? addresses.get(number) : null;
    }

    /** Gives an address the next number; null when there is none left. */
    public synchronized @Nullable Frame add(String address) {
        if (addresses.size() == MAX) {
            return null;
        }
        addresses.add(address);
        return new WireOut(FrameKind.ALIAS)
                .putByte(addresses.size() - 1)
                .putString(address)
                .frame();
    }

    /** Takes the next number in. */
    public synchronized void take(WireIn in) throws WireException {
        int number = in.takeByte("the alias");
        String address = in.takeString("the address of an alias");
        in.end("the alias");
        if (number != addresses.size()) {
            throw new WireException("alias " + number + " is not allowed; the next is " + addresses.size());
        }
        addresses.add(address);
    }
}
