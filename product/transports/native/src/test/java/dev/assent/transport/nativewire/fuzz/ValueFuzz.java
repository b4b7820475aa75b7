package dev.assent.transport.nativewire.fuzz;

import dev.assent.remote.message.Call;
import dev.assent.transport.nativewire.value.CallCodec;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** A target of Jazzer: what calls carry (docs/guide/fuzz.md). */
public final class ValueFuzz {
    private static final CallCodec CODEC = new CallCodec(100, 1 << 20);

    private static final Call[] CALLS = Arrays.stream(FuzzedOffice.class.getMethods())
            .sorted(Comparator.comparing(Method::getName))
            .map(each -> new Call("office", each, new Object[0], null, 1))
            .toArray(Call[]::new);

    private ValueFuzz() {}

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        Fuzz.values(CODEC, CALLS, input);
    }
}
