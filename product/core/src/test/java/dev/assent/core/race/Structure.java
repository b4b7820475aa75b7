package dev.assent.core.race;

import dev.assent.core.log.GroupForceOperations;
import dev.assent.core.transaction.CallOperations;
import dev.assent.core.transaction.GateOperations;
import dev.assent.core.transaction.TableOperations;
import dev.assent.core.transaction.TransactionOperations;

/** A concurrent structure, by the class with the operations that threads do on it. */
enum Structure {
    /** The table of transactions. */
    TABLE(TableOperations.class),

    /** Group commit. */
    GROUP_COMMIT(GroupForceOperations.class),

    /** The gate between an application, its commit and its timeout. */
    GATE(GateOperations.class),

    /** The same gate and the calls that it admits. */
    CALLS(CallOperations.class),

    /** A transaction and the coordinator that knows it. */
    TRANSACTION(TransactionOperations.class);

    private final Class<?> operations;

    Structure(Class<?> operations) {
        this.operations = operations;
    }

    /** The class with the operations. */
    Class<?> operations() {
        return operations;
    }
}
