/** Results for people: one page of HTML, and Markdown. */
@NullMarked
package dev.assent.lab.report;

import org.jspecify.annotations.NullMarked;
