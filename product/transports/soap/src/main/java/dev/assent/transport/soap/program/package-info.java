/** What applications with SOAP stacks of their own need of a node. */
@NullMarked
package dev.assent.transport.soap.program;

import org.jspecify.annotations.NullMarked;
