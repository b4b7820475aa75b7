package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;

/**
 * The address of an object. Immutable.
 *
 * @param process the address of its process
 * @param object its name there
 */
record ObjectAddress(String process, String object) {
    /**
     * Reads the address of a process, '/', and the name of an object.
     *
     * @throws IllegalArgumentException if the address has another form
     */
    static ObjectAddress of(String address) {
        int slash = address.lastIndexOf('/');
        boolean isOfProcess = slash > 0 && address.charAt(slash - 1) == '/'; // the slash of "://"
        if (slash < 1 || slash == address.length() - 1 || isOfProcess) {
            throw new IllegalArgumentException(MESSAGES.serviceAddressRefused(ShownAddress.of(address)));
        }
        return new ObjectAddress(address.substring(0, slash), address.substring(slash + 1));
    }
}
