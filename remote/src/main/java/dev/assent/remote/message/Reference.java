package dev.assent.remote.message;

/**
 * What a call returns in place of an object that stays where it is. A transport carries it as a value; the caller makes
 * a proxy of the declared type of it, which calls the object of this name in the process that returned it. Immutable.
 *
 * @param object its name there, which nobody can guess
 * @param type the name of the interface it is exported with
 */
public record Reference(String object, String type) {}
