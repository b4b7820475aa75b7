package dev.assent.transport.nativewire.wire;

import dev.assent.TransactionId;
import dev.assent.remote.message.Result.Effect;
import org.jspecify.annotations.Nullable;

/** What a call did to its transaction; on this wire a reply can carry a registration (law 16). */
public final class EffectCodec {
    private EffectCodec() {}

    /**
     * Writes an effect.
     *
     * @param ofCall the transaction of the call; null when it had none
     */
    public static void write(WireOut out, Shorthand shorthand, Effect effect, @Nullable TransactionId ofCall) {
        RegistrationCodec.putEffect(out, shorthand, effect, ofCall);
    }

    /** Reads the effect of a call of this transaction. */
    public static Effect read(WireIn in, Shorthand shorthand, @Nullable TransactionId ofCall) throws WireException {
        return RegistrationCodec.takeEffect(in, shorthand, ofCall);
    }
}
