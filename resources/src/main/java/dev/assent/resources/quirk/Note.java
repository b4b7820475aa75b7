package dev.assent.resources.quirk;

/**
 * What is to be known about a database besides its answers in every {@link Situation}.
 *
 * @param fact what holds, or was not tried
 * @param reason why
 * @param advice what follows, for people
 */
public record Note(String fact, String reason, String advice) {}
