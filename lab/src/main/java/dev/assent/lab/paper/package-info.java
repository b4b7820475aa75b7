/** A publication, as the lab sees it: its experiments, and the report on them. */
@NullMarked
package dev.assent.lab.paper;

import org.jspecify.annotations.NullMarked;
