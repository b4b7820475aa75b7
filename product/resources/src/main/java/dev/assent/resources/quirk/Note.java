package dev.assent.resources.quirk;

/**
 * A fact about a database besides its answers in every {@link Situation}.
 *
 * @param fact the fact, or what was not tried
 * @param reason the reason
 * @param advice the consequence, for people
 */
public record Note(String fact, String reason, String advice) {}
