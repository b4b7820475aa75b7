package dev.assent.resources.sql;

import java.util.EnumSet;
import java.util.Set;

/** The differences in how databases read SQL: comments and literals. */
public enum SqlDialect {
    /** No differences. */
    STANDARD,

    /** PostgreSQL. */
    POSTGRESQL(
            Trait.NESTED_COMMENTS,
            Trait.DOLLAR_QUOTES,
            Trait.E_LITERALS,
            Trait.BACKSLASHES_BY_SETTING,
            Trait.BODIES_IN_LITERALS),

    /** MySQL and MariaDB. */
    MYSQL(
            Trait.BACKSLASHES,
            Trait.HASH_COMMENTS,
            Trait.COMMENTS_THAT_RUN,
            Trait.BLANK_AFTER_DASHES,
            Trait.LINES_END_AT_LF,
            Trait.BACKTICKS),

    /** H2. */
    H2(Trait.NESTED_COMMENTS, Trait.DOLLAR_QUOTES, Trait.SLASH_COMMENTS),

    /** HSQLDB. */
    HSQLDB(Trait.RUNS_ON, Trait.LINES_END_AT_CR);

    /** One difference. */
    enum Trait {
        /** A backslash in a literal escapes the next character. */
        BACKSLASHES,
        /** It does so in single quotes if {@code standard_conforming_strings} is off. */
        BACKSLASHES_BY_SETTING,
        /** It does so if an E is before the literal. */
        E_LITERALS,
        /** A literal may stand between {@code $$}, or two equal {@code $name$}. */
        DOLLAR_QUOTES,
        /** A statement may follow another one without a semicolon. */
        RUNS_ON,
        /** A comment may begin inside a comment. */
        NESTED_COMMENTS,
        /**
         * The database runs the text in {@code /*! ... *}{@code /} and in {@code /*M! ... *}{@code /}, if the version
         * after the exclamation mark suits it. Otherwise it skips the text, with comments inside of it.
         */
        COMMENTS_THAT_RUN,
        /** A comment to the end of the line may begin with {@code #}. */
        HASH_COMMENTS,
        /** A comment to the end of the line may begin with two slashes. */
        SLASH_COMMENTS,
        /** Two dashes begin a comment only before a blank. */
        BLANK_AFTER_DASHES,
        /** Such a comment ends at a line feed only, not at a carriage return. */
        LINES_END_AT_LF,
        /** Such a comment ends at the next carriage return, if there is one, and not at a line feed before it. */
        LINES_END_AT_CR,
        /** A name in backticks may be used in place of a word. */
        BACKTICKS,
        /** The body of a routine is a literal, unless it is BEGIN ATOMIC. */
        BODIES_IN_LITERALS
    }

    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

    SqlDialect(Trait... traits) {
        this.traits.addAll(Set.of(traits));
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }
}
