/** The work of an experiment's server: its objects, as in the paper. */
@NullMarked
package dev.assent.lab.bean;

import org.jspecify.annotations.NullMarked;
