package dev.assent.lab.result;

/**
 * Why something was not measured.
 *
 * @param key what could not be measured; with an empty subject when it is all of a setup, whose processes did not start
 * @param repeat in which, from 1
 * @param why for people
 */
public record StoredFailure(Measure.Key key, int repeat, String why) {}
