package dev.assent.lab.result;

import dev.assent.lab.role.Recording;

/**
 * A measure with the times that it is made of.
 *
 * @param raw each of them
 */
public record RecordedMeasure(Measure measure, Recording raw) {}
