package dev.assent.remote.message;

/**
 * A call returns this in place of an object that stays in its process. A transport carries it as a value. The caller
 * makes a proxy of the declared type from it, which calls the object of this name in the process that returned it.
 * Immutable.
 *
 * @param object its name there, which nobody can guess
 * @param type the name of its exported interface
 */
public record Reference(String object, String type) {}
