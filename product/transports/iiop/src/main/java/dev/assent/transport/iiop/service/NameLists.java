package dev.assent.transport.iiop.service;

import dev.assent.remote.transport.Recent;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.reference.ObjectName;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CosNaming.Binding;
import org.omg.CosNaming.BindingHolder;
import org.omg.CosNaming.BindingIterator;
import org.omg.CosNaming.BindingIteratorHelper;
import org.omg.CosNaming.BindingIteratorPOA;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.BindingType;
import org.omg.CosNaming.NameComponent;

/**
 * The rests of lists of names that a client reads part by part (Naming Service 1.3, section 2.3.3). A hundred are kept.
 * The one that was used longest ago is dropped, as the standard allows.
 *
 * <p>Thread safety: safe to share.
 */
final class NameLists {
    private static final int KEPT_MAX = 100;

    private final NodeOrb orb;
    private final Recent<Long, Rest> kept = new Recent<>(KEPT_MAX);
    private final AtomicLong last = new AtomicLong(ThreadLocalRandom.current().nextLong()); // unlike earlier lives

    NameLists(NodeOrb orb) {
        this.orb = orb;
    }

    /** The unread rest of one list. */
    private static final class Rest {
        private final List<Binding> all;
        private int next;

        Rest(List<Binding> all) {
            this.all = all;
        }

        synchronized Binding[] take(int count) {
            int end = (int) Math.min(all.size(), next + Integer.toUnsignedLong(count));
            Binding[] taken = all.subList(next, end).toArray(Binding[]::new);
            next = end;
            return taken;
        }
    }

    static Binding binding(String name) {
        return new Binding(new NameComponent[] {new NameComponent(name, "")}, BindingType.nobject);
    }

    /** Keeps the rest of a list. */
    BindingIterator keep(List<Binding> rest) {
        long number = last.incrementAndGet();
        kept.put(number, new Rest(rest));
        return BindingIteratorHelper.unchecked_narrow(
                orb.reference(new ObjectName.NameList(number), BindingIteratorHelper.id()));
    }

    /** The servant of a rest; throws when it was dropped. */
    BindingIteratorPOA servant(long number) {
        Rest rest = kept.get(number);
        if (rest == null) {
            throw new OBJECT_NOT_EXIST("the list was dropped; ask for it again", 0, CompletionStatus.COMPLETED_NO);
        }
        return new Servant(number, rest);
    }

    private final class Servant extends BindingIteratorPOA {
        private final long number;
        private final Rest rest;

        Servant(long number, Rest rest) {
            this.number = number;
            this.rest = rest;
        }

        @Override
        public boolean next_one(BindingHolder one) {
            Binding[] taken = rest.take(1);
            one.value = taken.length == 0 ? new Binding(new NameComponent[0], BindingType.nobject) : taken[0];
            return taken.length > 0;
        }

        @Override
        public boolean next_n(int count, BindingListHolder some) {
            if (count == 0) {
                throw new BAD_PARAM(
                        "0 bindings were asked for; at least 1 is allowed", 0, CompletionStatus.COMPLETED_NO);
            }
            some.value = rest.take(count);
            return some.value.length > 0;
        }

        @Override
        public void destroy() {
            kept.remove(number);
        }
    }
}
