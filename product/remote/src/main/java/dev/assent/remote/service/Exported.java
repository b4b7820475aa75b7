package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.ServiceRefusedException;

/**
 * An object that can be called. Immutable.
 *
 * @param type its exported interface
 */
record Exported(ExportedType type, Object target) {
    /** The called method. */
    ExportedMethod method(CallName call) {
        ExportedMethod found = type.find(call.method());
        if (found == null) {
            throw new ServiceRefusedException(
                    MESSAGES.methodNotExported(call, type.type().getName()), null);
        }
        return found;
    }
}
