package dev.assent.remote.service;

import dev.assent.core.message.Message;

/**
 * An object that can be called. Immutable.
 *
 * @param type by which
 */
record Exported(ExportedType type, Object target) {
    /** The method that is called, if it may be. */
    ExportedMethod method(CallName call) {
        ExportedMethod found = type.find(call.method());
        if (found == null) {
            throw new ServiceRefusedException(
                    Message.METHOD_NOT_EXPORTED.text(call, type.type().getName()), null);
        }
        return found;
    }
}
