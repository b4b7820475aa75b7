package dev.assent.transport.nativewire.wire;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes and reads subordinates, alone and with what they register for. */
final class RegistrationCodec {
    private static final List<Interest> INTERESTS =
            List.of(Interest.COMPLETION, Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);

    private static final int IS_ROLLBACK_ONLY = 1;
    private static final int HAS_REGISTRATION = 1 << 1;
    private static final int IS_OF_CALL = 1 << 2;

    private RegistrationCodec() {}

    // ---- a branch

    static void putBranch(WireOut out, Shorthand shorthand, BranchRef branch) {
        Shorthand.putId(out, branch.id());
        putSubordinate(out, shorthand, branch);
    }

    private static void putSubordinate(WireOut out, Shorthand shorthand, BranchRef branch) {
        shorthand.putName(out, branch.incarnation());
        String address = branch.address();
        if (address != null) {
            putAddress(out, shorthand, address);
        }
    }

    static BranchRef takeBranch(WireIn in, Shorthand shorthand) throws WireException {
        return takeSubordinate(in, shorthand, Shorthand.takeId(in));
    }

    private static BranchRef takeSubordinate(WireIn in, Shorthand shorthand, TransactionId id) throws WireException {
        LocalTransactionId incarnation = shorthand.takeName(in, "the subordinate");
        return incarnation == null
                ? BranchRef.ofStranger(id, takeAddress(in, shorthand))
                : new BranchRef(id, incarnation);
    }

    // ---- an address from a side that can't give aliases

    private static void putAddress(WireOut out, Shorthand shorthand, String address) {
        int tag = shorthand.addressTag(address);
        int plain = tag == Shorthand.ALIAS ? Shorthand.INLINE : tag;
        out.putByte(plain);
        shorthand.putAddress(out, plain, address);
    }

    private static String takeAddress(WireIn in, Shorthand shorthand) throws WireException {
        int tag = in.takeByte("the tag of an address");
        if (tag >= Shorthand.ALIAS) {
            throw new WireException("address tag " + tag + " is not allowed here; 0 to 2 are");
        }
        String address = shorthand.takeAddress(in, tag, "an address");
        if (address.length() > Registration.ADDRESS_CHARS_MAX) {
            throw new WireException("an address of " + address.length() + " characters is not allowed; at most "
                    + Registration.ADDRESS_CHARS_MAX + " are");
        }
        return address;
    }

    // ---- a registration

    static void put(WireOut out, Shorthand shorthand, Registration registration) {
        Shorthand.putId(out, registration.branch().id());
        putRest(out, shorthand, registration);
    }

    private static void putRest(WireOut out, Shorthand shorthand, Registration registration) {
        putSubordinate(out, shorthand, registration.branch());
        putAddress(out, shorthand, registration.address());
        int bits = 0;
        for (int i = 0; i < INTERESTS.size(); i++) {
            bits |= registration.isFor(INTERESTS.get(i)) ? 1 << i : 0;
        }
        out.putByte(bits);
    }

    static Registration take(WireIn in, Shorthand shorthand) throws WireException {
        return takeRest(in, shorthand, Shorthand.takeId(in));
    }

    private static Registration takeRest(WireIn in, Shorthand shorthand, TransactionId id) throws WireException {
        BranchRef branch = takeSubordinate(in, shorthand, id);
        String address = takeAddress(in, shorthand);
        int bits = in.takeByte("the interests");
        Set<Interest> interests = EnumSet.noneOf(Interest.class);
        for (int i = 0; i < INTERESTS.size(); i++) {
            if ((bits & 1 << i) != 0) {
                interests.add(INTERESTS.get(i));
            }
        }
        if (interests.isEmpty() || bits >= 1 << INTERESTS.size()) {
            throw new WireException("a registration for " + bits + " is not allowed; 1 to 7 are");
        }
        if (branch.address() != null && !branch.address().equals(address)) {
            throw new WireException(branch + " is not at " + address);
        }
        return new Registration(branch, address, interests);
    }

    // ---- the effect of a call

    static void putEffect(WireOut out, Shorthand shorthand, Effect effect, @Nullable TransactionId ofCall) {
        Registration registration = effect.registration();
        if (registration == null) {
            out.putByte(effect.isRollbackOnly() ? IS_ROLLBACK_ONLY : 0);
            return;
        }
        boolean isOfCall = registration.branch().id().equals(ofCall);
        out.putByte((effect.isRollbackOnly() ? IS_ROLLBACK_ONLY : 0) | HAS_REGISTRATION | (isOfCall ? IS_OF_CALL : 0));
        if (!isOfCall) {
            Shorthand.putId(out, registration.branch().id());
        }
        putRest(out, shorthand, registration);
    }

    static Effect takeEffect(WireIn in, Shorthand shorthand, @Nullable TransactionId ofCall) throws WireException {
        int bits = in.takeByte("the effect");
        boolean isRollbackOnly = (bits & IS_ROLLBACK_ONLY) != 0;
        if (bits <= IS_ROLLBACK_ONLY) {
            return isRollbackOnly ? new Effect(null, true) : Result.Effect.NONE;
        }
        if ((bits & HAS_REGISTRATION) == 0 || bits > (IS_ROLLBACK_ONLY | HAS_REGISTRATION | IS_OF_CALL)) {
            throw new WireException("an effect of " + bits + " is not allowed; 0 to 3, 6 and 7 are");
        }
        TransactionId id = (bits & IS_OF_CALL) == 0 ? Shorthand.takeId(in) : ofCall;
        if (id == null) {
            throw new WireException("a registration with the call's transaction is not allowed: the call had none");
        }
        return new Effect(takeRest(in, shorthand, id), isRollbackOnly);
    }
}
