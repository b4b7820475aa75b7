package dev.assent.transport.iiop.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import jakarta.transaction.Status;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;

/** A program calls exported objects by a stub: its transaction becomes what that of a caller in Java becomes. */
@Fast
class CalledServiceTest extends ProgramWorld {
    /** The exported interface. */
    public interface Account {
        /** Throws what its interface does not declare. */
        void fail();

        /** Throws what its interface declares, and no value can be made of. */
        void refuse() throws Uncarried;

        /** Returns what can't be read. */
        List<String> torn();
    }

    /** No value can be made of it: it has no constructor that takes a message. */
    public static final class Uncarried extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class Failing implements Account {
        @Override
        public void fail() {
            throw new IllegalStateException("failed");
        }

        @Override
        public void refuse() throws Uncarried {
            throw new Uncarried();
        }

        @Override
        public List<String> torn() {
            return new AbstractList<>() {
                @Override
                public String get(int index) {
                    throw new IllegalStateException("torn");
                }

                @Override
                public int size() {
                    return 1;
                }
            };
        }
    }

    /** A call of one operation, which fails. */
    private interface Calling {
        void call() throws Exception;
    }

    private int statusAfter(Calling calling) throws Exception {
        shop.manager().begin();
        assertThat(catchThrowable(calling::call)).isNotNull();
        int status = shop.manager().getStatus();
        shop.manager().rollback();
        return status;
    }

    private static void callByStub(ObjectImpl target, String operation) throws Exception {
        InputStream reply = null;
        try {
            reply = target._invoke(target._request(operation, true));
        } finally {
            target._releaseReply(reply);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REQUIRES_NEW, fail, ACTIVE",
        "NOT_SUPPORTED, fail, ACTIVE",
        "REQUIRED, fail, MARKED_ROLLBACK",
        "REQUIRED, refuse, ACTIVE",
        "REQUIRES_NEW, refuse, ACTIVE",
        "REQUIRED, torn, MARKED_ROLLBACK",
        "REQUIRES_NEW, torn, MARKED_ROLLBACK"
    })
    void aCallThatFailsLeavesTheTransactionAsItLeavesThatOfACallerInJava(
            CallTransaction attribute, String operation, String left) throws Exception {
        bank.services().export("account", Account.class, new Failing(), attribute);
        String place = wire.address("bank").substring("iiop://".length());
        ObjectImpl stub = (ObjectImpl) orb(shop).string_to_object("corbaname::" + place + "#account");
        Account proxy = shop.services().connect(bank.address("account"), Account.class);
        int expected = left.equals("ACTIVE") ? Status.STATUS_ACTIVE : Status.STATUS_MARKED_ROLLBACK;
        assertThat(statusAfter(() -> Account.class.getMethod(operation).invoke(proxy)))
                .as("in Java")
                .isEqualTo(expected);
        assertThat(statusAfter(() -> callByStub(stub, operation)))
                .as("by a stub")
                .isEqualTo(expected);
    }
}
