package dev.assent.resources.sql;

import java.util.EnumSet;
import java.util.Set;

/** How a database reads SQL where others read it otherwise: what is a comment there, and what a literal. */
public enum SqlDialect {
    /** What all read alike. */
    STANDARD,

    /** PostgreSQL. */
    POSTGRESQL(Trait.NESTED_COMMENTS, Trait.DOLLAR_QUOTES, Trait.E_LITERALS, Trait.BODIES_IN_LITERALS),

    /** MySQL and MariaDB. */
    MYSQL(
            Trait.BACKSLASHES,
            Trait.HASH_COMMENTS,
            Trait.COMMENTS_THAT_RUN,
            Trait.BLANK_AFTER_DASHES,
            Trait.LINES_END_AT_LF,
            Trait.BACKTICKS),

    /** H2. */
    H2(Trait.NESTED_COMMENTS, Trait.DOLLAR_QUOTES, Trait.SLASH_COMMENTS);

    /** One difference. */
    enum Trait {
        /** A backslash in a literal escapes what follows. */
        BACKSLASHES,
        /** It does so where an E stands before the literal. */
        E_LITERALS,
        /** A literal may stand between {@code $$}, or two equal {@code $name$}. */
        DOLLAR_QUOTES,
        /** A comment may begin inside a comment. */
        NESTED_COMMENTS,
        /** What stands in {@code /*! ... *}{@code /} is run, and in {@code /*M! ... *}{@code /}. */
        COMMENTS_THAT_RUN,
        /** A comment to the end of the line may begin with {@code #}. */
        HASH_COMMENTS,
        /** And with two slashes. */
        SLASH_COMMENTS,
        /** Two dashes begin a comment only before a blank. */
        BLANK_AFTER_DASHES,
        /** Such a comment ends at a line feed only, not at a carriage return. */
        LINES_END_AT_LF,
        /** A name may stand in backticks where a word is read. */
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
