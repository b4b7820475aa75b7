/** Objects that a node exports to other processes, and proxies of those that others export. */
@NullMarked
package dev.assent.remote.service;

import org.jspecify.annotations.NullMarked;
