/** What a server of an experiment does: its objects, as the paper has them. */
@NullMarked
package dev.assent.lab.bean;

import org.jspecify.annotations.NullMarked;
