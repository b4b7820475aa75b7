/** What a publication is for the lab: its experiments, and what a report says of them. */
@NullMarked
package dev.assent.lab.paper;

import org.jspecify.annotations.NullMarked;
