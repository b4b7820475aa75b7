package dev.assent.transport.nativewire.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that one connection names by numbers, so that a context with a coordinator elsewhere stays small. The
 * side that opened the connection gives the numbers, from 0, each before the first context that uses it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Aliases {
    /** The most addresses with numbers; further addresses are written in full. */
    public static final int MAX = 256;

    private final List<String> addresses = new ArrayList<>();

    /** The number of an address; -1 if it has none. */
    public synchronized int find(String address) {
        return addresses.indexOf(address);
    }

    /** The address of a number; null if the number was not given. */
    public synchronized @Nullable String get(int number) {
        return number < addresses.size() ? addresses.get(number) : null;
    }

    /** Gives an address the next number; null if all are given. */
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

    /** Reads an address, and gives it the next number. */
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
